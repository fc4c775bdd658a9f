/** How a target is reached, where that is not the plain way. */
export interface Connection {
  /** Authorities that are trusted besides those of Node (PEM). */
  readonly ca?: string;
  /** The certificate that we show, its key (PEM), and what opens that. */
  readonly cert?: string;
  readonly key?: string;
  readonly passphrase?: string;
  /** Certificates are not verified: the response may come from another server. */
  readonly insecure?: true;
  readonly proxy?: ForwardProxy;
}

/** A proxy that requests are tunnelled through. */
export interface ForwardProxy {
  /** Scheme, host and port, without credentials. */
  readonly origin: string;
  /** Value of Proxy-Authorization. */
  readonly authorization?: string;
  /** The setting that names it. */
  readonly setting: 'proxy' | 'HTTPS_PROXY';
  /** Hosts that are reached without it, those below them included; `*` for all. */
  readonly except: readonly string[];
}
