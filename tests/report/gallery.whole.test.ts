import { describe } from 'vitest';
import { galleryOf } from './gallery.js';

describe('the gallery of findings about templates, pages and the handover', () => {
  galleryOf(
    'gallery-of-findings.txt',
    ['TOK-', 'ETM-', 'PLT-', 'HND-'],
    [
      [
        'templates',
        [
          'tokens.no-secret-needed',
          'tokens.type-in-lower-case',
          'token-server.issuer-missing',
          'templates.alg-none-accepted',
          'tokens.unknown-grant-is-invalid-grant',
          'tokens.lifetime-in-milliseconds',
        ],
      ],
      [
        'templates',
        [
          'templates.open-once-asked',
          'tokens.token-as-plain-text',
          'tokens.scope-missing',
          'templates.challenge.error-without-a-token',
          'token-server.key-set-elsewhere',
        ],
      ],
      [
        'platform',
        [
          'platform.success-as-text',
          'platform.count-is-the-limit',
          'platform.next-is-one-too-far',
          'platform.limit-1-is-no-limit',
          'platform.current-always-0',
          'platform.prev-is-1-at-the-start',
        ],
      ],
      ['platform', ['platform.cursor-inclusive', 'platform.unsorted-inside-a-page']],
      [
        'handover',
        [
          'handover.any-bearer-accepted',
          'handover.refusal-without-message',
          'handover.done-as-html',
        ],
      ],
      ['handover', ['handover.half-of-the-resources', 'handover.done-says-nothing']],
    ],
  );
});
