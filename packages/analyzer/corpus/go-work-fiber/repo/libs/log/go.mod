module example.org/shop/log

go 1.24
