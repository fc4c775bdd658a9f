import * as generated from '@opentelemetry/otlp-transformer/build/src/generated/root.js';

/** One message of the protocol, as protobufjs compiles it. */
interface Message {
  fromObject(sent: object): object;
  encode(message: object): { finish(): Uint8Array };
  decode(bytes: Uint8Array): object;
  toObject(message: object, how: { longs: typeof String; enums: typeof Number }): object;
}

// What is compiled from the protocol's .proto files; its types say no more than that there is
// something.
const { ExportMetricsServiceRequest: request }: { readonly ExportMetricsServiceRequest: Message } =
  Object(generated).opentelemetry.proto.collector.metrics.v1;

/**
 * Metrics as the protocol's own definition reads them: what it does not know is not there any more.
 */
export function readMetrics(sent: object): unknown {
  const read = request.decode(request.encode(request.fromObject(sent)).finish());
  return alike(request.toObject(read, { longs: String, enums: Number }));
}

/**
 * With numbers as text, for the JSON of the protocol writes whole numbers either way, and without
 * empty lists, which are nothing in it.
 */
export const alike = (sent: object): unknown =>
  JSON.parse(JSON.stringify(sent), (_, value) => {
    if (Array.isArray(value) && value.length === 0) return undefined;
    return typeof value === 'number' ? String(value) : value;
  });
