/** The library that writes workbooks, by itself: what our exports are compared with. */
export { writeXlsxStream } from 'hucre/xlsx'
