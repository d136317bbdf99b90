/** Short words that lead somewhere: who stops after one of them has not finished. */
const leading = new Set(
  [
    'va lekin ammo chunki yaʼni bilan uchun yoki agar hamda masalan menga bizga men biz keyin shunda ham esa deb u bu',
    'и а но или что чтобы потому если когда который например мне нам я мы для с в на по то есть ещё у к как',
    'and but or because so that if when which for with to the a an i we my our like then of in um uh',
    'eee mmm hmm э эм ээ ммм',
  ].flatMap((words) => words.split(' ')),
);

const dangling = /(?:[,;:–—-]|\.{3}|…)$/u;

/** Whether an utterance breaks off in its middle, by its last word or mark. */
export function isUnfinished(text: string): boolean {
  const said = text
    .trim()
    .replaceAll(/[ʻʼ'`’‘]/gu, 'ʼ')
    .toLowerCase();
  if (said === '' || said === '…') return false;
  if (dangling.test(said)) return true;
  const last = /[\p{L}ʼ]+$/u.exec(said.replace(/[.]$/u, ''))?.[0];
  return last !== undefined && leading.has(last);
}
