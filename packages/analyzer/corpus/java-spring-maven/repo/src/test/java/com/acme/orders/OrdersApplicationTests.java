package com.acme.orders;

class OrdersApplicationTests {
}
