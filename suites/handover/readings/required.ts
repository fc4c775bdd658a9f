/** What the document requires of a response, by the clause that a mistake breaks. */
export const REQUIRED: Readonly<Record<string, string>> = {
  'HND-AUTH-1':
    'without valid authorization nothing must be transferred, and `message` must say that authorization is required',
  'HND-AUTH-2': 'only the valid token after `Bearer` must transfer anything',
  'HND-AUTH-3': 'it should say there how to authenticate (RFC 9110 11.6.1)',
  'HND-OK-1':
    'it must have a status 2xx and a JSON object whose `message` says that all resources have been transferred to the new user',
  'HND-BODY-2': 'it should be sent as application/json',
};
