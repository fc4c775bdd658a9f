import { describe } from 'vitest';
import { defaultRecords } from '../../src/reference/dataset/index.js';
import type { Target } from '../../src/settings/index.js';
import { galleryOf, run } from './gallery.js';

/** A schema of the user: every record has a category, and a price is a number. */
const OWN = {
  source: 'own.json',
  address: 'own.json',
  level: 'must',
  documents: {
    'own.json': {
      type: 'object',
      required: ['category'],
      properties: { price: { type: 'number' } },
    },
  },
} as const;

const withSchema = (target: Target): Target => ({
  ...target,
  ...(target.export && { export: { ...target.export, recordSchema: OWN } }),
});

const withoutCategory = () =>
  defaultRecords().map((record, index) => {
    const { category, ...rest } = record;
    return index % 40 === 3 ? rest : { ...rest, category };
  });

describe('the gallery of findings about the export API, and about a schema of the user', () => {
  galleryOf(
    'gallery-of-export-findings.txt',
    ['EXP-', 'OWN-'],
    [
      [
        'export',
        [
          'export.errors.status-as-text',
          'export.lists.total-grows-with-the-offset',
          'export.negotiation.vary-missing',
          'export.routes.welcome-is-plain-text',
          'export.arrange.sort-drops-nulls',
          'export.filter.below-takes-null-for-zero',
          'export.legacy.path-limit-ignored',
        ],
      ],
      [
        'export',
        [
          'export.filter.not-between-is-between',
          'export.modes.second-group-ignored',
          'export.arrange.sorted-downwards',
          'export.errors.title-in-british',
          'export.shape.blanks-within-dropped',
          'export.lists.limit-echoes-the-count',
        ],
      ],
    ],
    [() => run('export', { records: withoutCategory() }, withSchema)],
  );
});
