/** Three businesses whose sentences were labelled before the rules were written for them. */
export const blindPlans = {
  dentist: {
    name: 'Жемчуг',
    business: 'Стоматология «Жемчуг» в Ташкенте.',
    knowledge:
      'Работаем с понедельника по субботу с 9:00 до 19:00, в воскресенье закрыто. Адрес: улица Навои, дом 27, рядом с метро «Космонавтов». ' +
      'Осмотр 80 000 сумов, чистка 350 000 сумов, пломба от 250 000 сумов, имплант 4 500 000 сумов. Пенсионерам скидка 15 процентов. ' +
      'На импланты есть рассрочка на 6 месяцев. Гарантия на пломбы 2 года. Принимаем карты и наличные. У нас шесть врачей. ' +
      'Чистка длится 45 минут. Записывает администратор.',
  },
  cars: {
    name: 'Tez Usta',
    business: 'Tez Usta avtoservisi, Toshkent.',
    knowledge:
      'Har kuni soat 8:00 dan 20:00 gacha ishlaymiz. Manzil: Chilonzor tumani, Bunyodkor koʻchasi 15-uy. Moy almashtirish 120 000 soʻm, ' +
      'diagnostika 100 000 soʻm, tormoz kolodkalarini almashtirish 200 000 soʻmdan. Taʼmirga 6 oy kafolat beramiz. ' +
      'Diagnostika 40 daqiqa davom etadi. Chevrolet, Hyundai va Kia mashinalarini tuzatamiz. Evakuator shahar ichida 150 000 soʻm. ' +
      'Birinchi marta kelganlarga diagnostika ikki barobar arzon. 3 ta ustamiz bor.',
  },
  school: {
    name: 'Bright Words',
    business: 'Bright Words is a language school.',
    knowledge:
      'Two branches: 12 Amir Temur Street and 5 Buyuk Ipak Yoli Street. Courses: English, German and Korean. ' +
      'A course lasts three months, three lessons a week, 90 minutes each. English costs 800,000 soums a month, German 900,000 soums, ' +
      'Korean 1 million soums. Groups have at most 10 students. The first lesson is free. Brothers and sisters get 20 percent off. ' +
      'New groups start on 1 December. The office is open from 9 am to 8 pm, Monday to Saturday. ' +
      'The assistant may sign visitors up for the free trial lesson.',
  },
} as const;
