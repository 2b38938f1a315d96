import '@restatedev/restate-sdk'
