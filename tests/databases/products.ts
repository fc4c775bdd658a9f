/**
 * Products as shops have them: letters of several alphabets, mixed case, dates, numbers in text,
 * nulls and blanks.
 */
export type Product = Readonly<Record<string, unknown>>;

const NAMES =
  "Ångström Lampe|Çelik Masa|Straße Stuhl|STRASSE Stuhl|Café Tisch|CAFE Tisch|Cafe tisch|ıstanbul Halı|Istanbul Hali|Müller Regal|Mueller Regal|Łódź Krzesło|Øre Kasse|Ore Kasse|Αθήνα Καρέκλα|Москва Стол|москва стол|桌子椅|テーブル|😀 Lamp|🍣 Lamp|Rot|ROT|rot|Garden Chair|garden chair|Desk-Pro 100|Desk Pro 100|O'Neil Bench|50% Off Box|a_b shelf|Nai\u0308ve Sofa|Naïve Sofa|Zebra|Éclair|eclair".split(
    '|',
  );
const from = <T>(items: readonly T[], at: number): T => items[at % items.length] as T;

/** So many of them, the same every time. */
export const products = (count: number): readonly Product[] =>
  Array.from({ length: count }, (_, index) => {
    const mixed = (index * 7919 + 13) % 9973;
    const day = new Date(Date.UTC(2020, 0, 1) + mixed * 17_000_000);
    const digits = String(mixed).padStart(4, '0');
    return {
      id: index * 3 + 10,
      sku: `SKU-${digits}${from(['a', 'B', '-X', ''], mixed)}`,
      name: `${from(NAMES, mixed)}${mixed % 3 === 0 ? '' : ` ${mixed % 400}`}`,
      price: mixed % 19 === 0 ? null : (mixed * 37) / 100,
      color: from(['red', 'Red', 'rot', 'ROT', 'blue', 'grün', 'white', null], mixed),
      category: from(['Home', 'Garden', 'Küche', 'Möbel & Deko', 'Kids, Toys', null], mixed),
      stock: (mixed % 500) - 20,
      created_at: day.toISOString().slice(0, 19).replace('T', ' '),
      release_date: mixed % 10 === 0 ? null : day.toISOString().slice(0, 10),
      opens: day.toISOString().slice(11, 19),
      uuid: `${digits}${digits}-${digits}-4${digits.slice(1)}-8${digits.slice(1)}-${digits}${digits}${digits}`,
      active: mixed % 2 === 0 ? 'true' : 'false',
      ean: String(4_000_000_000_000 + mixed * 13),
      rating: mixed % 3 === 0 ? null : (mixed % 50) / 10,
      brand: from(['ACME', 'Acme', 'Ikéa', 'IKEA', 'bosch', 'Söhne', null], mixed),
      description: `${from(NAMES, mixed + 1)}, ${from(NAMES, mixed + 5).toLowerCase()}${mixed % 5 === 0 ? '  ' : ''}`,
      notes: from(['', '', 'call me', '#1', 'a&b=c', '"quoted"', null], mixed),
      version: from(['1.0', '1.10', '1.9', '2.0'], mixed),
    };
  });
