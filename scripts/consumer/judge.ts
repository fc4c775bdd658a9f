import {
  type Check,
  checks,
  judge,
  openApiDocument,
  startReference,
  targetFrom,
  type VerdictEvent,
} from 'assay';

const check: Check | undefined = checks.find(({ id }) => id === 'platform.walk.complete');
if (check === undefined) throw new Error('a check is missing');
const server = await startReference({
  openApi: openApiDocument,
  defects: ['platform.last-entity-lost'],
});
try {
  const { verdict, reason }: VerdictEvent = await judge(check, targetFrom(server.target));
  if (verdict !== 'failed') throw new Error(`a broken server came to ${verdict}: ${reason}`);
} finally {
  await server.close();
}
