import { exportPart } from './export.js';
import { handoverPart } from './handover.js';
import type { OpenApi, PathItem, Tag } from './openapi.js';
import type { Part, Path } from './part.js';
import { platformPart } from './platform.js';
import { quoting } from './quote.js';
import { schemaComponents } from './schemas.js';
import { type Addresses, serverAt } from './servers.js';
import { templatesPart } from './templates.js';

const PARTS: readonly Part[] = [exportPart, templatesPart, platformPart, handoverPart];

/**
 * The four interfaces as an OpenAPI 3.1 document. Its types come from `schemas/`, its texts from
 * the clauses.
 */
export function openApiDocument(addresses: Addresses = {}): OpenApi {
  const pathItem = ({ server, ...operations }: Path): PathItem => ({
    servers: [serverAt(server, addresses)],
    ...operations,
  });
  return {
    openapi: '3.1.1',
    info: {
      title: 'Export, template, platform and handover interfaces',
      version: '1.0.0',
      description:
        'The four interfaces as documented, clause by clause. Unspecified behaviour is marked `open`, or omitted if OpenAPI ' +
        'cannot express it.',
    },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    // Each path names its own server. Linters require one for the whole document, too.
    servers: [serverAt('export', addresses)],
    tags: PARTS.map(tagOf),
    paths: Object.fromEntries(
      PARTS.flatMap(({ paths }) => Object.entries(paths)).map(([path, content]) => [
        path,
        pathItem(content),
      ]),
    ),
    components: {
      schemas: schemaComponents(),
      securitySchemes: Object.assign({}, ...PARTS.map(({ securitySchemes }) => securitySchemes)),
    },
  };
}

function tagOf({ tag, paths, clauses }: Part): Tag {
  const quoted = JSON.stringify(paths);
  const others = Object.keys(clauses).filter((id) => !quoted.includes(`**${id}**`));
  return others.length === 0
    ? tag
    : { ...tag, description: `${tag.description}\n\n${quoting(clauses)(...others)}` };
}
