/** Chooses the format of a response. */

export type Format = 'json' | 'json-api';

export const MEDIA_TYPES: Readonly<Record<Format, string>> = {
  json: 'application/json',
  'json-api': 'application/vnd.api+json',
};

/** A media range of `Accept`, such as `application/*`. Its `quality` is a number from 0 to 1. */
interface MediaRange {
  readonly range: string;
  readonly quality: number;
}

/**
 * Chooses the accepted format with the highest quality (RFC 9110 section 12.5.1). The most specific
 * media range that includes a format gives its quality. If both formats have the same quality, the
 * one whose range comes first in the header is chosen, and for the same range the plain format. The
 * result is undefined if the request accepts no supported format. Without the header it is the
 * plain format.
 */
export function negotiate(accept: string | undefined): Format | undefined {
  if (accept === undefined || accept === '') return 'json';
  const ranges = mediaRangesOf(accept);
  const formats = (['json', 'json-api'] as const).map((format) => {
    const at = indexOfMostSpecific(ranges, MEDIA_TYPES[format]);
    return { format, at, quality: ranges[at]?.quality ?? 0 };
  });
  const [best] = formats
    .filter(({ quality }) => quality > 0)
    .sort((left, right) => right.quality - left.quality || left.at - right.at);
  return best?.format;
}

/** The texts between commas, and between semicolons. A quoted string may contain both. */
const RANGES = /(?:"(?:[^"\\]|\\.)*"|[^,"])+/g;
const PARTS = /(?:"(?:[^"\\]|\\.)*"|[^;"])+/g;

const mediaRangesOf = (accept: string): readonly MediaRange[] =>
  (accept.match(RANGES) ?? []).map((text) => {
    const parts = text.match(PARTS) ?? [];
    const [range = '', ...parameters] = parts.map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    return { range, quality: quality === undefined ? 1 : Number(quality.slice(2)) };
  });

/** Returns -1 if no range includes the media type. */
function indexOfMostSpecific(ranges: readonly MediaRange[], mediaType: string): number {
  const including = [mediaType, 'application/*', '*/*'].map((wanted) =>
    ranges.findIndex(({ range }) => range === wanted),
  );
  return including.find((at) => at >= 0) ?? -1;
}
