/** The certificates and the proxy with which a target is reached. */
export interface Connection {
  /** Certificate authorities (PEM) that are trusted in addition to the authorities of Node. */
  readonly ca?: string;
  /** The client certificate, its key (PEM), and the passphrase of the key. */
  readonly cert?: string;
  readonly key?: string;
  readonly passphrase?: string;
  /** Certificates are not verified. Responses may then come from another server. */
  readonly insecure?: true;
  readonly proxy?: ForwardProxy;
}

export interface ForwardProxy {
  /** Scheme, host and port, without credentials. */
  readonly origin: string;
  readonly authorization?: string;
  /** The setting that names the proxy. */
  readonly setting: 'proxy' | 'HTTPS_PROXY';
  /** Hosts that are reached without the proxy, including hosts below them; `*` means all hosts. */
  readonly except: readonly string[];
}
