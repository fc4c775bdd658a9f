/** Gives each start of a client an empty home folder. */

import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';

/** Variables that name folders of a user, with paths below the empty home folder. */
const FOLDERS: Readonly<Record<string, string>> = {
  HOME: '.',
  USERPROFILE: '.',
  TMPDIR: 'tmp',
  TMP: 'tmp',
  TEMP: 'tmp',
  XDG_CACHE_HOME: '.cache',
  XDG_CONFIG_HOME: '.config',
  XDG_DATA_HOME: '.local/share',
  XDG_STATE_HOME: '.local/state',
  XDG_RUNTIME_DIR: 'run',
  APPDATA: 'AppData/Roaming',
  LOCALAPPDATA: 'AppData/Local',
};

/**
 * Folders of tool chains, usually below the user's home. Runtimes need them, so a client keeps
 * them.
 */
const TOOLS: Readonly<Record<string, string>> = {
  PYTHONUSERBASE: '.local',
  PYENV_ROOT: '.pyenv',
  RBENV_ROOT: '.rbenv',
  CARGO_HOME: '.cargo',
  RUSTUP_HOME: '.rustup',
  GOPATH: 'go',
  GOCACHE: '.cache/go-build',
  GRADLE_USER_HOME: '.gradle',
  NUGET_PACKAGES: '.nuget/packages',
  COMPOSER_HOME: '.composer',
  DENO_DIR: '.cache/deno',
  npm_config_cache: '.npm',
};

/**
 * Makes an empty home folder. `variables` name it and its folders, and the existing folders of tool
 * chains.
 */
export function makeHome(environment: NodeJS.ProcessEnv): {
  readonly variables: Readonly<Record<string, string>>;
  readonly remove: () => void;
} {
  const home = mkdtempSync(path.join(tmpdir(), 'assay-home-'));
  const folders = Object.entries(FOLDERS).map(
    ([name, folder]) => [name, path.join(home, folder)] as const,
  );
  for (const [, folder] of folders) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const userHome = environment.HOME ?? homedir();
  const tools = Object.entries(TOOLS).flatMap(([name, folder]) => {
    const place = path.join(userHome, folder);
    return environment[name] === undefined && existsSync(place) ? [[name, place] as const] : [];
  });
  return {
    variables: Object.fromEntries([...folders, ...tools]),
    remove: () => rmSync(home, { recursive: true, force: true, maxRetries: 3 }),
  };
}
