import type { Call } from '@lading/contract/kernel/call.ts'
import { z } from 'zod'

const schemaOf = (type: z.ZodType, io: 'input' | 'output'): unknown =>
  z.toJSONSchema(type, { io, unrepresentable: 'any', target: 'openapi-3.0' })

const envelope = (data: unknown) => ({
  type: 'object',
  required: ['code', 'message', 'data', 'traceId'],
  properties: { code: { type: 'integer' }, message: { type: 'string' }, data, traceId: { type: 'string' } },
})

function operation(call: Call): object {
  const input = schemaOf(call.input, 'input') as { properties?: Record<string, unknown>; required?: string[] }
  const body = call.upload ? 'multipart/form-data' : 'application/json'
  const parameters = Object.entries(input.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: input.required?.includes(name) ?? false,
    schema,
  }))
  const content = call.binary
    ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
    : { 'application/json': { schema: envelope(schemaOf(call.output, 'output')) } }
  return {
    operationId: call.path.replaceAll('/', '_').slice(1),
    summary: `${call.title[0]} / ${call.title[1]}`,
    'x-permission': call.permission,
    'x-writes': call.writes,
    ...(call.method === 'POST' ? { requestBody: { content: { [body]: { schema: input } } } } : { parameters }),
    responses: { 200: { description: 'Answer, or a refusal with code 422xx', content } },
  }
}

/** The OpenAPI document of all registered calls. */
export function openApi(calls: readonly Call[], version: string): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const call of calls) paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation(call) }
  return { openapi: '3.0.3', info: { title: 'Lading', version }, paths }
}
