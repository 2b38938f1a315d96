exports.up = (pgm) => pgm.createTable('charges', { id: 'id' })
