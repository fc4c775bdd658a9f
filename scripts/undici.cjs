// The parts of undici that Assay uses. Its index also loads fetch, WebSocket, mocks and caches, which
// would double the time until the first request.
const Dispatcher = require('undici/lib/dispatcher/dispatcher');

Object.assign(Dispatcher.prototype, require('undici/lib/api'));

exports.Agent = require('undici/lib/dispatcher/agent');
exports.Client = require('undici/lib/dispatcher/client');
exports.Dispatcher = Dispatcher;
exports.buildConnector = require('undici/lib/core/connect');
