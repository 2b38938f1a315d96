import os

import streamlit as st

st.set_page_config(page_title="Sales")
st.title("Sales")

connection = st.connection("sales", type="sql", url=os.environ["SALES_DATABASE_URL"])
st.dataframe(connection.query("select * from sales", ttl=600))
