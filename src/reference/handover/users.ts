/** The users of the handover and their resources. */

/** The resources of each user. A transfer changes them, so each server has its own. */
export type Owners = Map<string, string[]>;

export const GIVER = '3f2b8c1e-7a4d-4e0b-9c55-0d6a1f8e2b71';
export const RECEIVER = 'a9d4e6f0-2c3b-4f7a-8e11-5b7c9d0e3f24';
/** A user whose resources no transfer between the other two may change. */
export const BYSTANDER = 'c0ffee00-1234-4abc-9def-0123456789ab';

/** The receiver already owns a resource, which a transfer must not remove. */
export const owners = (): Owners =>
  new Map([
    [GIVER, ['gallery-1', 'gallery-2', 'video-7', 'banner-3']],
    [RECEIVER, ['gallery-9']],
    [BYSTANDER, ['video-1', 'video-2']],
  ]);
