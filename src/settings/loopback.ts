/**
 * Whether an address is on this machine, judged only by its name: `localhost` and names below it
 * (RFC 6761 section 6.3), `127.0.0.0/8` and `::1`. `0.0.0.0`, `::` and IPv4 addresses written as
 * IPv6 do not count. Names are not resolved.
 */
export function isLoopback(url: string): boolean {
  const host = new URL(url).hostname.toLowerCase();
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(host);
}
