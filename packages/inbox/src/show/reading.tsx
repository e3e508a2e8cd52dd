/** Stands where something will be that is still being read. */
export function Reading({ words = 'Reading…' }: { readonly words?: string }) {
  return (
    <div class="sheet skeleton rows-skeleton" role="status">
      <span class="visually-hidden">{words}</span>
    </div>
  );
}
