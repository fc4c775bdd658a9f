/** What the user's machine refuses, by the code of the system, and what can be done about it. */
const REMEDIES: Readonly<Record<string, string>> = {
  ENOSPC: 'no space is left; free some, or name another folder',
  EDQUOT: 'the disk quota is used up; free some space, or name another folder',
  EFBIG: 'the file would become larger than is allowed; raise the limit (ulimit -f), or name another folder',
  EACCES: 'permission is denied; correct it, or name another place',
  EPERM: 'it is not permitted; correct the permissions, or name another place',
  EROFS: 'the file system is read-only; name another folder',
  EISDIR: 'it is a folder, and a file is needed; name another',
  ENOTDIR: 'a part of the path is a file, and a folder is needed; name another',
  EEXIST: 'a file is in the way; remove it, or name another',
  ENOENT: 'it does not exist (any more); create it, or name another',
  ENAMETOOLONG: 'the name is too long; name a shorter one',
  ELOOP: 'its links lead in a circle; name another',
  EMFILE: 'too many files are open; raise the limit (ulimit -n)',
  EADDRINUSE: 'the port is in use; name another --port, or leave it out',
  EADDRNOTAVAIL: 'the address is not of this machine; name another',
};

/**
 * One line for an error of the system that is no fault of ours: the place, why, and the remedy; undefined for any other
 * error. What the machine refuses ends with exit code 2.
 */
export function refusedByMachine(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return undefined;
  const remedy = REMEDIES[String(error.code)];
  if (remedy === undefined) return undefined;
  const { path, dest, port } = error as { path?: unknown; dest?: unknown; port?: unknown };
  const place = typeof path === 'string' ? path : typeof dest === 'string' ? dest : undefined;
  const what = port === undefined ? (place ?? 'A file') : `Port ${port}`;
  return `${what} cannot be ${error.syscall === 'listen' ? 'served on' : 'used'}: ${remedy} (${error.code}).`;
}
