import type { Change } from '../../../src/reference/behaviour.js';
import { type Reference, startReference } from '../../../src/reference/reference.js';
import type { Handler } from '../../../src/reference/wire/server.js';

/** A server that only looks like one of these interfaces. None may come out as conforming. */
export interface Impostor {
  /** Permanent, kebab-case. */
  readonly id: string;
  /** What it does, in one sentence. */
  readonly sentence: string;
  readonly start: () => Promise<Pick<Reference, 'baseUrls' | 'target' | 'close'>>;
}

/** A reference server whose answers have been taken over. */
export const impostor = (id: string, sentence: string, behaviour: Change): Impostor => ({
  id,
  sentence,
  start: () => startReference({ behaviour }),
});

/** Responds to every request. Called once for each server. */
export const instead =
  (make: () => Handler): Change =>
  (healthy) => ({ ...healthy, around: () => make() });
