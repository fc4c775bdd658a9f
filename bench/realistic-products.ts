import { type Random, randomFrom } from '../src/random.js';
import type { ReferenceOptions } from '../src/reference/index.js';

type Product = NonNullable<ReferenceOptions['records']>[number];

/** The size of a vendor's export: 5,000 products of 32 columns. */
const COUNT = 5000;
const SEED = 22;

const LATIN_WORDS =
  'chair table lamp shelf sofa desk bench mirror oak walnut linen steel glass solid light classic modern ' +
  'with a the of and for in hand made by our own workshop since durable water resistant easy to clean ' +
  'delivery assembled screws included dimensions approximately surface treated natural oil colour may vary';
const GERMAN_WORDS =
  'Stuhl Tisch Leuchte Regal Sofa für Küche und Büro aus geöltem Holz mit Füßen größe höhe Qualität übrig schön';
const GREEK_WORDS =
  'καρέκλα τραπέζι λάμπα ράφι καναπές ξύλο για το σπίτι και το γραφείο υψηλής ποιότητας';
const CYRILLIC_WORDS =
  'стул стол лампа полка диван дерево для дома и офиса высокое качество ручная работа';
const JAPANESE_WORDS = '椅子 テーブル ランプ 棚 ソファ 木製 高品質 手作り 家庭 事務所';

const words = (text: string): readonly string[] => text.split(' ');
const ENGLISH = words(LATIN_WORDS);
const GERMAN = words(GERMAN_WORDS);
const GREEK = words(GREEK_WORDS);
const CYRILLIC = words(CYRILLIC_WORDS);
const JAPANESE = words(JAPANESE_WORDS);
const COLORS = ['red', 'blue', 'green', 'black', 'white', 'grün', 'navy blue', 'anthracite'];
const CATEGORIES = [
  'Furniture',
  'Lighting',
  'Home & Garden',
  'Kitchen',
  'Office',
  'Outdoor',
  'Kids',
];
const BRANDS = ['Nordhem', 'Möbel Maier', "O'Hara & Sons", 'Casa Viva', 'Линия', 'Ergon'];
const COUNTRIES = ['DE', 'PL', 'IT', 'GR', 'JP', 'SE'];
const TAX_CLASSES = ['standard', 'reduced', 'zero'];

const MILLISECONDS_OF_A_DAY = 86_400_000;
const FIRST_DAY = Date.UTC(2019, 0, 1);

/**
 * The same products for the same seed, as a vendor's export holds them: long texts, decimals,
 * dates, nulls. A page of a hundred is some 400 kB of JSON as PHP writes it.
 */
export function realisticProducts(count = COUNT, seed = SEED): readonly Product[] {
  const random = randomFrom(seed);
  return Array.from({ length: count }, (_, index) => product(index, random));
}

function product(index: number, random: Random): Product {
  const between = (least: number, most: number): number =>
    least + Math.floor(random() * (most - least + 1));
  const pick = <Item>(items: readonly Item[]): Item => items[between(0, items.length - 1)] as Item;
  const orNull = <Value>(share: number, value: Value): Value | null =>
    random() < share ? null : value;
  const text = (vocabulary: readonly string[], least: number, most: number): string => {
    const length = between(least, most);
    let made = pick(vocabulary);
    while (made.length < length) made += ` ${pick(vocabulary)}`;
    return made.slice(0, length).trim();
  };
  const decimal = (least: number, most: number): number => between(least * 100, most * 100) / 100;
  const day = (): number => FIRST_DAY + between(0, 2500) * MILLISECONDS_OF_A_DAY;
  const id = 100_000 + ((index * 2_654_435_761) % 1_000_003);
  const name = `${text(ENGLISH, 12, 40)} ${between(1, 900)}`;
  return {
    id,
    sku: `SKU-${id.toString(36).toUpperCase()}-${between(10, 99)}`,
    name,
    description: text(ENGLISH, 200, 2000),
    short_description: orNull(0.2, text(ENGLISH, 40, 160)),
    price: orNull(0.03, decimal(1, 2500)),
    purchase_price: orNull(0.1, decimal(1, 1800)),
    color: orNull(0.08, pick(COLORS)),
    category: pick(CATEGORIES),
    brand: pick(BRANDS),
    country: pick(COUNTRIES),
    tax_class: pick(TAX_CLASSES),
    ean: String(4_000_000_000_000 + between(0, 999_999_999)),
    stock: between(-5, 900),
    minimum_order: between(1, 12),
    weight_kg: orNull(0.15, between(1, 90_000) / 1000),
    width_cm: orNull(0.1, between(5, 4000) / 10),
    height_cm: orNull(0.1, between(5, 4000) / 10),
    depth_cm: orNull(0.1, between(5, 4000) / 10),
    rating: orNull(0.4, between(10, 50) / 10),
    reviews: between(0, 800),
    created_at: new Date(day() + between(0, 86_399) * 1000).toISOString(),
    updated_at: new Date(day() + between(0, 86_399) * 1000).toISOString(),
    available_from: orNull(0.3, new Date(day()).toISOString().slice(0, 10)),
    description_de: orNull(0.1, text(GERMAN, 200, 2000)),
    name_el: orNull(0.3, text(GREEK, 10, 60)),
    name_ru: orNull(0.3, text(CYRILLIC, 10, 60)),
    name_ja: orNull(0.3, text(JAPANESE, 5, 30)),
    image: `https://images.example.com/catalog/${id % 100}/${id}-${between(1, 9)}.jpg`,
    link: orNull(
      0.2,
      `https://shop.example.com/p/${name.toLowerCase().replaceAll(' ', '-')}?id=${id}&from=export`,
    ),
    notes: orNull(0.6, text(ENGLISH, 0, 200)),
    supplier_reference: orNull(0.5, `${pick(BRANDS)}/${between(1000, 99_999)}`),
  };
}
