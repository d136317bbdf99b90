/** The plans of `agent/language/claims/blind.test.ts`. Its sentences were labelled before claim rules were written for them. */
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
  hotel: {
    name: 'Silk Road Inn',
    business: 'Silk Road Inn is a hotel in Bukhara.',
    knowledge:
      'A single room costs 45 dollars a night, a double room 60 dollars, the family room 85 dollars. Breakfast is included and served ' +
      'from 7 to 10 am. Check-in from 2 pm, check-out until noon. Airport transfer 8 dollars. Parking is free. Children under 6 stay free. ' +
      'Cancellation is free up to 2 days before arrival. We have 24 rooms. Address: 18 Mehtar Ambar Street, five minutes on foot from ' +
      'Lyabi Hauz. A guest who stays 5 nights pays for 4. Reception is open around the clock.',
  },
  gym: {
    name: 'Титан',
    business: 'Фитнес-клуб «Титан», Ташкент.',
    knowledge:
      'Абонемент на месяц 600 000 сумов, на три месяца 1 500 000 сумов, на год 4 800 000 сумов. Разовое посещение 70 000 сумов. ' +
      'Тренер 150 000 сумов за занятие. Клуб открыт по будням с 6:30 до 23:00, в выходные с 8:00 до 21:00. Бассейн 25 метров, закрыт на ' +
      'ремонт до 15 января. Студентам скидка 20 процентов. Пробная тренировка бесплатная. Адрес: Мирабадский район, улица Афросиаб, 4. ' +
      'Заморозка абонемента до 30 дней. Групповые занятия по вторникам и четвергам в 19:00.',
  },
  flowers: {
    name: 'Gulzor',
    business: 'Gulzor gul doʻkoni, Samarqand.',
    knowledge:
      'Bir dona atirgul 15 000 soʻm, 25 donalik guldasta 350 000 soʻm, lola 8 000 soʻm. Yetkazib berish 20 000 soʻm, 500 000 soʻmdan oshsa bepul. ' +
      'Bir soatda yetkazamiz. Har kuni 9:00 dan 22:00 gacha ishlaymiz. Manzil: Registon koʻchasi 3-uy. Oldindan toʻlov 50 foiz. ' +
      'Gullar 3 kun ichida soʻlib qolsa, almashtirib beramiz. Toʻylarga chegirma 10 foiz. Operator buyurtmani qabul qiladi, agent buyurtma berolmaydi.',
  },
} as const;
