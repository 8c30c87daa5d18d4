/** Chinese characters of daily use, as GB 2312 lists them. */
function characters(): string[] {
  const reader = new TextDecoder('gb2312')
  const found: string[] = []
  for (let row = 0xb0; row <= 0xf7; row++)
    for (let cell = 0xa1; cell <= 0xfe; cell++) {
      const one = reader.decode(new Uint8Array([row, cell]))
      if (/^\p{Script=Han}$/u.test(one)) found.push(one)
    }
  return found
}

/** Read otherwise than their first character by itself. */
const words = ['重庆', '沈阳', '藏文']

/** By pinyin, and before other scripts, as the rules of a collation write it: `<*吖阿…`, line by line. */
function rules(): string {
  const sorted = [...characters(), ...words].sort(new Intl.Collator('zh-u-co-pinyin').compare)
  const lines = sorted.join('').replace(new RegExp(words.join('|'), 'g'), '\n<$&\n<*')
  return `[reorder Hani]&[last regular]\n<*${lines.replace(/[^\n]{100}(?=[^\n])/gu, '$&\n<*')}`
}

/**
 * The order in which names are listed. A PostgreSQL knows pinyin from its ICU; that of the embedded database has the
 * engine without the languages, so it is told the order of the 6,763 characters that GB 2312 has.
 */
export const nameOrderSql =
  (): string => `-- In which order names are listed: by pinyin. Made by tools/draftMigration.ts.
do $do$
declare
  knows boolean;
begin
  begin
    create collation name_order (provider = icu, locale = 'zh-u-co-pinyin');
  exception when feature_not_supported then
    -- Built without ICU: names stand in the order of their code points.
    create collation name_order from "C";
    return;
  end;
  execute $$select '安' < '北' collate name_order and '北' < '上' collate name_order$$ into knows;
  if knows or current_setting('server_version_num')::int < 160000 then
    return;
  end if;
  drop collation name_order;
  execute $$create collation name_order (provider = icu, locale = 'und', rules = '${rules()}')$$;
end
$do$;
`
