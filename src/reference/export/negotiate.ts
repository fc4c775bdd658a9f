/** Chooses the format of a response. */

export type Format = 'json' | 'json-api';

export const MEDIA_TYPES: Readonly<Record<Format, string>> = {
  json: 'application/json',
  'json-api': 'application/vnd.api+json',
};

/** A media type of `Accept`. Its `quality` is a number from 0 to 1. */
interface AcceptedType {
  readonly type: string;
  readonly quality: number;
}

/**
 * Chooses the accepted format with the highest quality (RFC 9110 section 12.5.1). If several have
 * this quality, the first in the header is chosen. The result is undefined if the request accepts
 * no supported format. Without the header it is the plain format.
 */
export function negotiate(accept: string | undefined): Format | undefined {
  if (accept === undefined || accept === '' || accept === '*/*') return 'json';
  return acceptedTypes(accept)
    .map(({ type }) => formatFor(type))
    .find((format) => format !== undefined);
}

function acceptedTypes(accept: string): AcceptedType[] {
  return accept
    .split(',')
    .map((part): AcceptedType => {
      const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
      const quality = parameters.find((parameter) => parameter.startsWith('q='));
      return { type, quality: quality === undefined ? 1 : Number(quality.slice(2)) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((left, right) => right.quality - left.quality);
}

function formatFor(type: string): Format | undefined {
  if (type === MEDIA_TYPES['json-api']) return 'json-api';
  return type === MEDIA_TYPES.json || type === '*/*' || type === 'application/*'
    ? 'json'
    : undefined;
}
