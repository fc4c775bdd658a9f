/** The types of OpenAPI 3.1 that the document uses. */

export interface OpenApi {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly jsonSchemaDialect: string;
  readonly servers: readonly Server[];
  readonly tags: readonly Tag[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly securitySchemes: Readonly<Record<string, object>>;
  };
}

export interface Tag {
  readonly name: string;
  readonly description: string;
}

export interface PathItem {
  readonly servers: readonly Server[];
  readonly get?: Operation;
  readonly post?: Operation;
}

export interface Server {
  readonly url: string;
  readonly variables: Readonly<
    Record<string, { readonly default: string; readonly description: string }>
  >;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly deprecated?: boolean;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, Response>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description: string;
  readonly required?: boolean;
  readonly style?: 'deepObject';
  readonly explode?: boolean;
  readonly schema: object;
}

export interface Response {
  readonly description: string;
  readonly content?: Content;
}

/** The keys are media types. */
export type Content = Readonly<Record<string, MediaType>>;

export interface MediaType {
  readonly schema: object;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}
