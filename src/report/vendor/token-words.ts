/** Shell words that alter the access token in the variable `ACCESS_TOKEN`. */

/** An awk program makes the altered token from the three parts of the token. */
const awk = (program: string): string => `"$(printf %s "$ACCESS_TOKEN" | awk -F. '${program}')"`;

/** A header without a key id, in base64url. */
const header = (alg: string): string =>
  Buffer.from(JSON.stringify({ alg, typ: 'JWT' })).toString('base64url');

/** Replaces the character of the signature at the awk position `at`. */
const changed = (at: string): string =>
  awk(
    `{at=${at}; if (at<1) at=1; c=substr($3,at,1)=="A"?"B":"A"; print $1"."$2"."substr($3,1,at-1) c substr($3,at+1)}`,
  );

/**
 * The shell words by the name of the alteration. They make the same tokens as the checks, which
 * `suites/templates/forgeries.ts` defines.
 */
const WORDS: Readonly<Record<string, string>> = {
  garbage: "'assay-garbage'",
  signature: changed('1'),
  'tampered-signature': changed('1'),
  'tampered-end': changed('length($3)-7'),
  'cut-signature': awk('{print $1"."$2"."substr($3,1,4*int(length($3)/8))}'),
  'no-signature': '"${ACCESS_TOKEN%.*}."',
  'fourth-part': '"$ACCESS_TOKEN.x"',
  'escaped-dots': awk('{print $1"%2E"$2"%2E"$3}'),
  'signature-with-tilde': awk(
    '{half=int(length($3)/2); print $1"."$2"."substr($3,1,half)"~"substr($3,half+1)}',
  ),
  'signature-with-tildes': `"$ACCESS_TOKEN~~~~"`,
  'signature-in-base64': `"\${ACCESS_TOKEN%.*}.$(printf %s "\${ACCESS_TOKEN##*.}" | tr -- '-_' '+/')"`,
  'alg-none': awk(`{print "${header('none')}."$2"."}`),
  'alg-none-mixed': awk(`{print "${header('nOnE')}."$2"."}`),
  'alg-none-signed': awk(`{print "${header('nOnE')}."$2"."$3}`),
  'signature-case': `"\${ACCESS_TOKEN%.*}.$(printf %s "\${ACCESS_TOKEN##*.}" | tr 'A-Za-z' 'a-zA-Z')"`,
  // A signature of zeros. An RSA key of 2,048 bits makes 256 bytes, or 342 characters.
  zeros: `"\${ACCESS_TOKEN%.*}.${'A'.repeat(342)}"`,
};

/** Returns a variable if the shell cannot alter the token in this way. */
export const tokenWord = (how: string): string =>
  WORDS[how] ?? `"$TOKEN_${how.toUpperCase().replaceAll('-', '_')}"`;
