Stripe.api_key = ENV.fetch("STRIPE_API_KEY")
