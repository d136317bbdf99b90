export const contentId = 'content';

export function SkipLink({ text }: { text: string }) {
  return (
    <a
      href={`#${contentId}`}
      className="fixed top-3 left-3 z-50 -translate-y-24 rounded-full bg-saffron px-5 py-3 font-semibold text-on-saffron focus:translate-y-0"
    >
      {text}
    </a>
  );
}
