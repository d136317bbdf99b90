import { expect, test, vi } from 'vitest';

vi.stubEnv('PUBLIC_URL', 'https://ovoz.example');

test('the link preview of a page names its address and picture on this site, in its language', async () => {
  const { linkPreviewHtml } = await import('./link-preview.ts');
  expect(linkPreviewHtml('/ru/terms')).toContain('<html lang="ru">');
  expect(linkPreviewHtml('/ru/terms')).toContain('property="og:url" content="https://ovoz.example/ru/terms"');
  expect(linkPreviewHtml('/')).toContain('property="og:image" content="https://ovoz.example/og/uz.jpg"');
  expect(linkPreviewHtml('/admin/leads')).toBeNull();
});

test('search engines get every address of a page in one header', async () => {
  const { linkHeader } = await import('./page-address.ts');
  expect(linkHeader('/ru')?.split(', ')).toEqual([
    '<https://ovoz.example/ru>; rel="canonical"',
    '<https://ovoz.example/>; rel="alternate"; hreflang="uz"',
    '<https://ovoz.example/ru>; rel="alternate"; hreflang="ru"',
    '<https://ovoz.example/en>; rel="alternate"; hreflang="en"',
    '<https://ovoz.example/>; rel="alternate"; hreflang="x-default"',
  ]);
  expect(linkHeader('/nowhere')).toBeNull();
});
