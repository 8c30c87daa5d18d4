import { expect, test } from 'vitest'
import { place } from '../../client/location.ts'
import { cameFrom, listPlace, stationPlace } from './place.ts'

test('a station leads back to where it was entered from, step by step', () => {
  const list = listPlace('PICK', { state: 'READY' })
  const choice = stationPlace('PICK', '0', list)
  const work = stationPlace('PICK', '7', choice)
  expect(work.query._station).toBe('7')
  expect(cameFrom(work)).toEqual(choice)
  expect(cameFrom(choice)).toEqual(list)
  expect(cameFrom(list)).toBeUndefined()
})

test('an address that is no page of the product leads nowhere', () => {
  expect(cameFrom(place('wms', 'pickTaskList', { _from: '//elsewhere.example/' }))).toBeUndefined()
  expect(cameFrom(place('wms', 'pickTaskList', { _from: '#/login' }))).toBeUndefined()
})
