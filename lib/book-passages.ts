/** A passage of an audiobook in the showcase. All are in the public domain, and the product's own voice records them (`npm run art`). */
export interface BookPassage {
  /** A short quotation from the text, for the back of the cover. */
  quote: string;
  text: string;
  /** Path of its recording without the file extension. There is a file of each type in `demoAudioTypes`. */
  audio: string;
}

export const bookPassages = {
  /** Alisher Navoiy, 1484: the dispute of Farhod and Khusrav. */
  farhod: {
    quote: 'Dedi: nedur senga olamda pesha? Dedi: ishq ichra majnunliq hamisha.',
    text: 'Dedi: qaydinsen, ey majnuni gumrah? Dedi: majnun vatandin qayda ogah. Dedi: nedur senga olamda pesha? Dedi: ishq ichra majnunliq hamisha. Dedi: bu ishdan oʻlmas kasb roʻzi. Dedi: kasb oʻlsa basdur ishq soʻzi. Dedikim: ishq oʻtidin de fasona! Dedi: kuymay kishi topmas nishona.',
    audio: '/books/farhod',
  },
  /** Zahiriddin Muhammad Bobur, about 1530: the opening. */
  boburnoma: {
    quote: '…Fargʻona viloyatida oʻn ikki yoshta podshoh boʻldum.',
    text: 'Tengri taoloning inoyati bilan va hazrati on sarvari koinotning shafoati bilan va chahoryori bosafolarning himmati birlan seshanba kuni, ramazon oyining beshida, tarix sekkiz yuz toʻqson toʻqquzda Fargʻona viloyatida oʻn ikki yoshta podshoh boʻldum. Fargʻona viloyati beshinchi iqlimdindur, maʼmuraning kanorasida voqiʼ boʻlubtur.',
    audio: '/books/boburnoma',
  },
  /** Abdulla Qodiriy, 1926: the opening, spelled as in the Gʻafur Gʻulom edition of 1994. */
  otkan: {
    quote: 'Qishki kunlarning biri, quyosh botqan, tevarakdan shom azoni eshitiladir…',
    text: '1264-inchi hijriy, dalv oyining oʻn yettinchisi, qishki kunlarning biri, quyosh botqan, tevarakdan shom azoni eshitiladir… Darbozasi sharqi-janubiyga qaratib qurilgʻan bu dongʻdor saroyni Toshkand, Samarqand va Buxoro savdogarlari egallaganlar, saroydagi bir-ikki hujrani istisno qilish bilan boshqalari musofirlar ila toʻla.',
    audio: '/books/otkan',
  },
  /** Choʻlpon, 1936: the opening of its first part, in today’s Latin alphabet. */
  kecha: {
    quote: 'Har yil bir keladigan bahor sevinchi yana koʻngillarni qitiqlay boshladi.',
    text: 'Har yil bir keladigan bahor sevinchi yana koʻngillarni qitiqlay boshladi. Yana tabiatning dildiragan tanlariga iliq qon yugurdi. Tollarning koʻm-koʻk sochpopuklari qizlarning mayda oʻrilgan kokillaridek selkillab tushmoqqa boshladi. Muz tagida loyqalanib oqqan suvlarning gʻamli yuzlari kuldi.',
    audio: '/books/kecha',
  },
  /** The opening as Fozil Yoʻldosh oʻgʻli told it; written down in 1928, in today’s Latin alphabet. */
  alpomish: {
    quote: 'Burungi oʻtgan zamonda, oʻn olti urugʻ Qoʻngʻirot elida…',
    text: 'Burungi oʻtgan zamonda, oʻn olti urugʻ Qoʻngʻirot elida Dobonbiy degan oʻtdi. Dobonbiydan Alpinbiy degan oʻgʻil farzand paydo boʻldi. Alpinbiydan tagʻi ikki oʻgʻil paydo boʻldi: kattakonining otini Boyboʻri qoʻydi, kichkinasining otini Boysari qoʻydi. Boyboʻri bilan Boysari, ikkovi katta boʻldi.',
    audio: '/books/alpomish',
  },
  /** Abdulla Qodiriy, 1929: the verses of Anvar and Raʼno, then prose; spelled as in the Gʻafur Gʻulom edition of 1994. */
  mehrob: {
    quote: 'Nasib oʻlmish menga gulshan aro gullarning Raʼnosi.',
    text: 'Agar Farhodning Shirin, boʻlsa Majnunlarning Laylosi, nasib oʻlmish menga gulshan aro gullarning Raʼnosi. Agar or etsa Layli haqlidir Qaysning jununidin, ne baxt, Raʼno xaridoring talab ahlining Mirzosi. Solih maxdum bu kun odatdan tashqari yeshilib ketdi, masjiddan chiqib toʻgʻri qassobning oldigʻa bordi, bir tangalik goʻsht, sakkiz pullik piyoz olib havlisiga keldi.',
    audio: '/books/mehrob',
  },
} as const satisfies Record<string, BookPassage>;

export type BookId = keyof typeof bookPassages;
