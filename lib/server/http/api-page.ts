import { type Language, languageNames, languages } from '../../i18n/language.ts';
import { messagesOf } from '../../i18n/messages.ts';
import { apiPagePath, hrefIn } from '../../i18n/routing.ts';
import { escapeHtml } from './link-preview.ts';

/** Turns off the services of Scalar's makers: fonts, telemetry and assistant. */
const configuration = {
  url: '/api/openapi.json',
  agent: { disabled: true },
  hideClientButton: true,
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  telemetry: false,
  withDefaultFonts: false,
};

const style = `
body { margin: 0; font-family: system-ui, sans-serif; color: #10204f; background: #fbf6ea; }
header { display: flex; flex-wrap: wrap; gap: 0.5rem 2rem; align-items: baseline; padding: 1rem 1.5rem; border-bottom: 1px solid #d9cfb8; }
header h1, header p { margin: 0; }
header h1 { font-size: 1.25rem; }
header p { flex: 1 1 20rem; }
header a { color: inherit; display: inline-block; min-height: 24px; }
nav { display: flex; gap: 1rem; }
nav [aria-current] { font-weight: 700; }
@media (prefers-color-scheme: dark) {
  body { color: #fbf6ea; background: #0a1233; }
  header { border-color: #2b3a75; }
}
`;

/** The page of the API: a frame of ours around Scalar, which reads the OpenAPI document. */
export function apiPage(language: Language): string {
  const strings = messagesOf[language];
  const links = languages.map((other) => {
    const current = other === language ? ' aria-current="true"' : '';
    return `<a href="/${other}${apiPagePath}" lang="${other}"${current}>${escapeHtml(languageNames[other])}</a>`;
  });
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(strings.docs_api_title)} · Ovoz</title>
<link rel="icon" href="/icon.svg">
<style>${style}</style>
</head>
<body>
<header>
<h1>${escapeHtml(strings.docs_api_title)}</h1>
<p>${escapeHtml(strings.docs_api_text)} <a href="${hrefIn(language, '/docs')}">${escapeHtml(strings.docs_title)}</a></p>
<nav aria-label="${escapeHtml(strings.nav_language)}">${links.join(' ')}</nav>
</header>
<div id="api-reference" data-configuration="${escapeHtml(JSON.stringify(configuration))}"></div>
<script src="/scalar/settings.js"></script>
<script src="/scalar/1.72.1.js"></script>
</body>
</html>
`;
}
