/**
 * The command that runs a check again. `assay` is how the user calls Assay. Undefined if there is
 * no such command.
 */
export const rerunCommand = (
  { replay, rerun }: { readonly replay?: string | null; readonly rerun?: string },
  assay = 'npx --no -- assay',
): string | undefined => rerun ?? (typeof replay === 'string' ? `${assay} ${replay}` : undefined);
