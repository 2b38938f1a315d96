import { NextResponse } from 'next/server'

export async function POST(request: Request) {
  const key = process.env.STRIPE_SECRET_KEY
  if (!key) throw new Error('STRIPE_SECRET_KEY is not set')
  const body = await request.json()
  return NextResponse.json({ url: `https://checkout.stripe.com/${body.id}` })
}
