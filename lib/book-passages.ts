/**
 * Passages that the audiobooks of the showcase read aloud: the openings of the novels, the memoirs and the epic, and verses that readers know by heart. All are
 * in the public domain. Each is recorded by the product's own voice: `npm run art`.
 */
export interface BookPassage {
  /** The first words, as the back of the cover shows them. */
  quote: string;
  text: string;
  /** Path of its recording, which lies there in each of `demoAudioTypes`. */
  audio: string;
}

export const bookPassages = {
  farhod: {
    quote: 'Dedi: nedur sanga olamda pesha? Dedi: ishq ichra majnunluq hamesha.',
    text: 'Dedi: qaydinsen, ey majnuni gumrah? Dedi: majnun vatandin qayda ogah? Dedi: nedur sanga olamda pesha? Dedi: ishq ichra majnunluq hamesha. Dedi: bu ishdin oʻlmas kasb roʻzi. Dedi: kasb oʻlsa basdur ishq soʻzi. Dedi: ishq oʻtidin degil fasona. Dedi: kuymay kishi topmas nishona.',
    audio: '/books/farhod',
  },
  boburnoma: {
    quote: '…Fargʻona viloyatida oʻn ikki yoshta podshoh boʻldum.',
    text: 'Tengri taoloning inoyati bilan va hazrati sarvari koinotning shafoati bilan va chahoryori bosafolarning himmati bilan seshanba kuni ramazon oyining beshida tarix sekkiz yuz toʻqson toʻqquzda Fargʻona viloyatida oʻn ikki yoshta podshoh boʻldum. Fargʻona viloyati beshinchi iqlimdindur, maʼmuraning kanorasida voqeʼ boʻlubtur.',
    audio: '/books/boburnoma',
  },
  otkan: {
    quote: 'Qishki kunlarning biri, quyosh botgan, tevarakdan shom azoni eshitiladir…',
    text: '1264-inchi hijriya, dalv oyining oʻn yettinchisi, qishki kunlarning biri, quyosh botgan, tevarakdan shom azoni eshitiladir. Darbozasi sharqi-janubiga qaratib qurilgʻan bu dongdor saroyni Toshkand, Samarqand va Buxoro savdogarlari egallaganlar, saroydagi bir-ikki hujrani istisno qilish bilan boshqalari musofirlar ila toʻla.',
    audio: '/books/otkan',
  },
  kecha: {
    quote: 'Har yil bir keladigan bahor sevinchi yana koʻngillarni qitiqlay boshladi.',
    text: 'Har yil bir keladigan bahor sevinchi yana koʻngillarni qitiqlay boshladi. Yana tabiatning dildiragan tanlariga iliq qon yugurdi. Tollarning koʻm-koʻk sochpopuklari qizlarning mayda oʻrilgan kokillaridek selkillab tushmoqqa boshladi. Muz tagida loyqalanib oqqan suvlarning gʻamli yuzlari kuldi.',
    audio: '/books/kecha',
  },
  alpomish: {
    quote: 'Burungi oʻtgan zamonda, oʻn olti urugʻ Qoʻngʻirot elida…',
    text: 'Burungi oʻtgan zamonda, oʻn olti urugʻ Qoʻngʻirot elida Dobonbiy degan oʻtdi. Dobonbiydan Alpinbiy degan oʻgʻil paydo boʻldi. Alpinbiydan tagʻi ikki oʻgʻil paydo boʻldi: kattakonining otini Boyboʻri qoʻydi, kichkinasining otini Boysari qoʻydi.',
    audio: '/books/alpomish',
  },
  mehrob: {
    quote: 'Nasib oʻlmish menga gulshan aro gullarning raʼnosi.',
    text: 'Agar Farhodning Shirin, boʻlsa Majnunlarning Laylosi, nasib oʻlmish menga gulshan aro gullarning raʼnosi.',
    audio: '/books/mehrob',
  },
} as const satisfies Record<string, BookPassage>;

export type BookId = keyof typeof bookPassages;
