package com.example.invoices;

import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;

@SpringBootTest
class InvoicesApplicationTests {
  @Test
  void contextLoads() {}
}
