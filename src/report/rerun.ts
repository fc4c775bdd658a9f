/**
 * The command that runs a check again; undefined if there is none. `replay` contains the arguments
 * for Assay, and `assay` is how the user calls it. A suite of another package may give `rerun`.
 */
export const rerunCommand = (
  { replay, rerun }: { readonly replay?: string | null; readonly rerun?: string },
  assay = 'npx --no -- assay',
): string | undefined => rerun ?? (typeof replay === 'string' ? `${assay} ${replay}` : undefined);
