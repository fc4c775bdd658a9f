/** Exports the HTTP client to other folders. */

export { Answer, textOf } from './answer.js';
export { BodyStore } from './body.js';
export { HttpClient } from './client.js';
export { type Clock, systemClock } from './clock.js';
export { codingOf, codingsOf, decodeBody, decodedFrom } from './codings.js';
export { type CommandOptions, commandsOf } from './commands.js';
export { connectorOf, tlsOf, tunnelOf } from './connector.js';
export { Ending, isProgress } from './ending.js';
export { type Exchange, recordExchange, storedRequest } from './exchange.js';
export { describeFront, isGatewayPage } from './front.js';
export { type Gap, type Gaps, ifWhole, NotWhole, type Part } from './gaps.js';
export { offeringHttp2 } from './http2.js';
export { asLost, BudgetSpent, isLeftOut, Lost, type LostKind } from './lost.js';
export { durationAt, retryAfterMs } from './pace.js';
export { PATIENCE } from './patience.js';
export { headersFrom } from './raw-headers.js';
export {
  bodyWithSecrets,
  EarlierAnswers,
  headersOf,
  keyOfStored,
  storedBytes,
  withSecrets,
  withValues,
} from './recall.js';
export { Redactor } from './redact.js';
export { redactedEvent, redactedVerdict } from './redact-event.js';
export { type Header, type Request, type SendOptions, splitUrl } from './request.js';
export { describeWithoutToken, renewalMargin, TokenClient, TokenRefused } from './token-client.js';
export { openTransport, type Transport } from './transport.js';
