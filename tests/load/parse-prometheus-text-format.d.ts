declare module 'parse-prometheus-text-format' {
  /** Metric families with their samples. */
  export default function parse<T>(text: string): T[];
}
