/** Defects of the template API. Most appear only if two or three conditions are met. */

import { fromBasic } from '../../templates/credentials.js';
import type { TemplatesBehaviour } from '../../templates/index.js';
import { type Call, header } from '../../wire/call.js';
import { inTemplates, inTokens } from '../change.js';
import { type Defect, defectsOf, subtle } from '../defect.js';

const templates = defectsOf('templates', 'templates.interaction');

/**
 * Calls for which `when` returns true need no valid token. They return the templates of the first
 * client, whose organization is `north`.
 */
const openWhen = (when: (call: Call) => boolean) =>
  inTemplates(({ tokenOf, verify }) => ({
    tokenOf: (call) => (when(call) ? 'anonymous' : tokenOf(call)),
    verify: async (token, world, call) =>
      token === 'anonymous' ? { organization: 'north' } : verify(token, world, call),
  }));

const hasNoAuthorization = (call: Call): boolean => header(call, 'authorization') === undefined;

/** Calls for which `when` returns true get the templates of every organization. */
const everythingWhen = (when: (call: Call) => boolean) =>
  inTemplates(({ verify, templatesOf }) => {
    const all: TemplatesBehaviour['templatesOf'] = (payload, world) =>
      payload.everything === true ? world.templates : templatesOf(payload, world);
    return {
      verify: async (token, world, call) => {
        const payload = await verify(token, world, call);
        return payload && when(call) ? { ...payload, everything: true } : payload;
      },
      templatesOf: all,
    };
  });

export const TEMPLATE_INTERACTIONS: readonly Defect[] = [
  ...templates('ETM-AUTH-1', {
    'second-client-refused': subtle(
      'Tokens of the second client are refused.',
      inTemplates(({ verify }) => ({
        verify: async (token, world, call) => {
          const payload = await verify(token, world, call);
          return payload?.organization === 'south' ? undefined : payload;
        },
      })),
    ),
  }),
  ...templates('ETM-AUTH-2', {
    'query-opens-without-authorization': subtle(
      'With a query string, templates are returned without Authorization.',
      openWhen((call) => hasNoAuthorization(call) && call.search !== ''),
    ),
    'pages-open-without-authorization': subtle(
      'If `Accept` contains text/html, templates are returned without Authorization.',
      openWhen(
        (call) => hasNoAuthorization(call) && (header(call, 'accept') ?? '').includes('text/html'),
      ),
    ),
  }),
  ...templates('ETM-AUTH-4', {
    'scheme-alone-opens': subtle(
      '`Authorization: Bearer` without a token returns templates.',
      openWhen((call) => /^Bearer *$/.test(header(call, 'authorization') ?? '')),
    ),
    'any-signature-opens-without-accept': subtle(
      'Without `Accept` the signature and the claims of a token are not checked.',
      inTemplates(({ verify }) => ({
        verify: async (token, world, call) => {
          const payload = await verify(token, world, call);
          const isLax = payload === undefined && header(call, 'accept') === undefined;
          return isLax && /\.[A-Za-z0-9_-]{100,}$/.test(token)
            ? { organization: 'north' }
            : payload;
        },
      })),
    ),
  }),
  ...templates('ETM-AUTH-5', {
    'lower-case-scheme-opens-everything': subtle(
      'With the scheme `bearer` the templates of every organization are returned.',
      everythingWhen((call) => (header(call, 'authorization') ?? '').startsWith('bearer')),
    ),
    'query-opens-everything': subtle(
      'With a query string the templates of every organization are returned.',
      everythingWhen(({ search }) => search !== ''),
    ),
    'basic-token-opens-everything': subtle(
      'A token obtained with Basic returns the templates of every organization.',
      (healthy) => {
        const tokensByBasic = new Set<string>();
        let isBasicRequest = false;
        const issuing = inTokens(({ credentialsOf, tokenBody }) => ({
          credentialsOf: (call, form) => {
            isBasicRequest =
              fromBasic((header(call, 'authorization') ?? '').replace(/^Basic /i, '')) !==
              undefined;
            return credentialsOf(call, form);
          },
          tokenBody: (token, world, client) => {
            if (isBasicRequest) tokensByBasic.add(token);
            return tokenBody(token, world, client);
          },
        }))(healthy);
        return everythingWhen((call) =>
          tokensByBasic.has((header(call, 'authorization') ?? '').split(' ')[1] ?? ''),
        )(issuing);
      },
    ),
  }),
];
