import os

import pandas as pd
import streamlit as st

st.title("Weather")
api_key = os.environ["OPENWEATHER_API_KEY"]
st.dataframe(pd.DataFrame({"a": [1, 2]}))
