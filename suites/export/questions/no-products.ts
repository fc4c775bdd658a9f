/** Skip reasons for a target without products. */

export const EMPTY =
  'no products for this site, channel and destination: check siteId and channelId, or load products such as those of "assay data"';

/** This reason is for checks that compare the two formats. */
export const EMPTY_IN_BOTH =
  'the destination contains no products, and an empty list is the same in both formats';
