import type { NextConfig } from 'next'

const nextConfig: NextConfig = {
  images: { remotePatterns: [{ hostname: 'images.example.com' }] },
}

export default nextConfig
