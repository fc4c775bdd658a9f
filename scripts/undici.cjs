// The parts of undici that Assay uses. The index of undici also loads fetch, WebSocket, mocks and
// caches: 350 kB more that every command would have to read.
const Dispatcher = require('undici/lib/dispatcher/dispatcher');

Object.assign(Dispatcher.prototype, require('undici/lib/api'));

exports.Agent = require('undici/lib/dispatcher/agent');
exports.Client = require('undici/lib/dispatcher/client');
exports.Dispatcher = Dispatcher;
exports.buildConnector = require('undici/lib/core/connect');
