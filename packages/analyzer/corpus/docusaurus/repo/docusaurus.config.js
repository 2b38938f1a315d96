export default { title: 'Handbook', url: 'https://example.com', baseUrl: '/' }
