const content =
  /<div hidden id="S:(\w+)">((?:(?!<div hidden id="S:)[\s\S])*)<\/div><script>((?:(?!<\/script>)[\s\S])*)<\/script>/g;
const place = /<!--\$\?--><template id="B:(\w+)"><\/template>(?:(?!<!--\/?\$)[\s\S])*<!--\/\$-->/g;

/**
 * Puts the content of each Suspense boundary into its place. On a page longer than 12.8 kB React writes it at the end, finished or
 * not, for a script to move: a visitor who scrolls meanwhile, or has no scripts, sees a hole. What is written here is what React writes for a
 * boundary that is finished in its place, so it is hydrated as one.
 * @param html a finished page
 * @throws Error if the page has a boundary in a shape that is not known here
 */
export function inlineBoundaries(html: string): string {
  const contents = new Map<string, string>();
  const page = html.replaceAll(content, (_, id: string, inner: string, script: string) => {
    if (!script.endsWith(`$RC("B:${id}","S:${id}")`))
      throw new Error(`The boundary ${id} is shown by another script.`);
    contents.set(id, inner);
    return '';
  });
  const whole = page.replaceAll(place, (_, id: string) => `<!--$-->${contents.get(id) ?? ''}<!--/$-->`);
  if (
    contents.values().some((inner) => !whole.includes(inner)) ||
    /<template id="B:|<div hidden id="S:/.test(whole)
  )
    throw new Error('The page has a boundary in an unknown shape.');
  return whole;
}
