const text = {
  type: 'object',
  required: ['text'],
  additionalProperties: false,
  properties: { text: { type: 'string' } },
};
const bag = { type: 'object', properties: { tags: { type: 'array', items: { type: 'string' } } } };
const level = { enum: ['none', 'note', 'warning', 'error'] };
const headers = { type: 'object', additionalProperties: { type: 'string' } };
const only = (required: readonly string[], properties: object): object => ({
  type: 'object',
  required,
  properties: { ...properties, properties: bag },
  additionalProperties: false,
});
const list = (items: object): object => ({ type: 'array', items });
const string = { type: 'string' };
const index = { type: 'integer', minimum: 0 };
const artifact = only([], { uri: { type: 'string', pattern: '^[\\w./-]+$' }, index });

/**
 * The part of the schema of SARIF 2.1.0 (OASIS) that we write, as strict: what it does not name is
 * refused.
 */
export const sarifSchema = only(['version', 'runs'], {
  $schema: string,
  version: { const: '2.1.0' },
  runs: list(
    only(['tool', 'results'], {
      tool: only(['driver'], {
        driver: only(['name', 'rules'], {
          name: string,
          version: string,
          informationUri: string,
          rules: list(
            only(['id', 'help'], {
              id: string,
              shortDescription: text,
              fullDescription: text,
              help: text,
              defaultConfiguration: only(['level'], { level }),
            }),
          ),
        }),
      }),
      automationDetails: only(['id'], { id: string }),
      invocations: list(
        only(['executionSuccessful'], {
          executionSuccessful: { type: 'boolean' },
          startTimeUtc: { type: 'string', format: 'date-time' },
          endTimeUtc: { type: 'string', format: 'date-time' },
          toolExecutionNotifications: list(only(['message'], { level, message: text })),
        }),
      ),
      artifacts: list(only([], { location: artifact, description: text })),
      results: list(
        only(['message', 'ruleId', 'ruleIndex', 'locations'], {
          ruleId: string,
          ruleIndex: index,
          level,
          message: text,
          locations: list(
            only([], {
              physicalLocation: only([], {
                artifactLocation: artifact,
                region: only([], { startLine: { const: 1 } }),
              }),
              logicalLocations: list(only([], { fullyQualifiedName: string, kind: string })),
            }),
          ),
          partialFingerprints: headers,
          webRequest: only([], { method: string, target: string, headers, body: text }),
          webResponse: only([], {
            statusCode: { type: 'integer' },
            headers,
            body: text,
            noResponseReceived: { type: 'boolean' },
          }),
        }),
      ),
    }),
  ),
});
