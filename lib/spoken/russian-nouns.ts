import { type Gender, type Noun, noun } from './russian-numbers.ts';

export interface Unit {
  noun: Noun;
  gender: Gender;
  hundredth?: Unit;
}

const m = (forms: string): Unit => ({ noun: noun(forms), gender: 'm' });
const f = (forms: string): Unit => ({ noun: noun(forms), gender: 'f' });
/** A noun that is never declined. */
const fixed = (name: string) => m(`${name}|${name}|${name}`);
/** A regular masculine noun, unlike рубль and тенге, perhaps with an adjective whose stem and endings are given. */
const regular = (stem: string, adjective = '', endings = '') => {
  const [one = '', many = '', genitive = '', dative = '', dativePlural = ''] = endings
    .split(' ')
    .map((ending) => (ending === '' ? '' : `${adjective}${ending} `));
  return m(
    `${one}${stem}|${many}${stem}а|${many}${stem}ов|${genitive}${stem}а|${dative}${stem}у|${dativePlural}${stem}ам`,
  );
};
const square = (stem: string) => regular(stem, 'квадратн', 'ый ых ого ому ым');
const cubic = (stem: string) => regular(stem, 'кубическ', 'ий их ого ому им');

const soum = m('сум|сума|сумов|сума|суму|сумам');
const rouble: Unit = {
  ...m('рубль|рубля|рублей|рубля|рублю|рублям'),
  hundredth: f('копейка|копейки|копеек|копейки|копейке|копейкам'),
};
const dollar: Unit = { ...regular('доллар'), hundredth: regular('цент') };
const euro: Unit = { ...fixed('евро'), hundredth: regular('цент') };

export const currencies: Record<string, Unit> = {
  ...{ $: dollar, USD: dollar, долл: dollar, '€': euro, EUR: euro, '₽': rouble, RUB: rouble, руб: rouble },
  ...{ р: rouble, UZS: soum, сум: soum, сўм: soum, сумов: soum, soʻm: soum },
  ...{ '£': regular('фунт'), GBP: regular('фунт'), '₸': fixed('тенге'), KZT: fixed('тенге') },
};

const hour = m('час|часа|часов|часа|часу|часам');
const minute = f('минута|минуты|минут|минуты|минуте|минутам');
export const hours = hour.noun;

export const units: Record<string, Unit> = {
  ...{ '%': regular('процент'), км: regular('километр'), м: regular('метр'), см: regular('сантиметр') },
  ...{ мм: regular('миллиметр'), кг: regular('килограмм'), гр: regular('грамм'), г: regular('грамм') },
  ...{ мг: regular('миллиграмм'), л: regular('литр'), мл: regular('миллилитр'), kg: regular('килограмм') },
  ...{ km: regular('километр'), т: f('тонна|тонны|тонн|тонны|тонне|тоннам'), ч: hour, мин: minute },
  ...{ сек: f('секунда|секунды|секунд|секунды|секунде|секундам') },
  ...{ 'м²': square('метр'), м2: square('метр'), 'кв. м': square('метр'), 'км²': square('километр') },
  ...{ 'м³': cubic('метр'), м3: cubic('метр'), 'm²': square('метр'), ГБ: regular('гигабайт') },
  ...{ МБ: regular('мегабайт'), GB: regular('гигабайт'), MB: regular('мегабайт'), ТБ: regular('терабайт') },
  ...{ '°C': regular('градус'), '°С': regular('градус'), '°': regular('градус'), кВт: regular('киловатт') },
  ...{ шт: f('штука|штуки|штук|штуки|штуке|штукам'), чел: fixed('человек'), га: regular('гектар') },
};

/** Units after a slash: км/ч is километров в час. */
export const rates: Record<string, string> = {
  ...{ ч: 'в час', час: 'в час', с: 'в секунду', сек: 'в секунду', мин: 'в минуту', день: 'в день' },
  ...{ мес: 'в месяц', месяц: 'в месяц', год: 'в год', кг: 'за килограмм', шт: 'за штуку', л: 'за литр' },
  ...{ м: 'за метр', 'м²': 'за квадратный метр', м2: 'за квадратный метр', чел: 'за человека' },
};
